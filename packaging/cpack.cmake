# SPDX-FileCopyrightText: 2026 Bubblescope contributors
# SPDX-License-Identifier: GPL-3.0-or-later

# The Debian packages: `packaging/bootstrap package`, or the target `package`. bubblescope is the program with its
# window, bubblescope-cli the commands that draw nothing.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bubblescope)
set(CPACK_PACKAGE_VENDOR "Bubblescope")
set(CPACK_PACKAGE_CONTACT "${BUBBLESCOPE_MAINTAINER}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "timelines, costs and what-ifs of distributed training runs")
set(CPACK_DEB_COMPONENT_INSTALL ON)
# Said outright: of a single component CPack makes a package that has none of what is said of components below.
set(CPACK_COMPONENTS_ALL cli)
if(BUBBLESCOPE_GUI)
    list(APPEND CPACK_COMPONENTS_ALL window)
endif()
set(CPACK_DEBIAN_PACKAGE_SOURCE bubblescope)
set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME bubblescope)
set(CPACK_DEBIAN_WINDOW_DESCRIPTION
"Bubblescope opens the folder of a distributed training run and shows where the
step time goes: rank by rank, stage by stage, microbatch by microbatch. Which
ranks wait, and for whom; which stage is the slowest, and by how much; what
communication no compute hides; what the loss does meanwhile.
.
It reads rank traces, traces of the PyTorch profiler, layer tables, simulator
workloads and run logs, says what costs most and why, and re-times the step
under another schedule, layout or network.")
set(CPACK_DEBIAN_CLI_PACKAGE_NAME bubblescope-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS bubblescope)
set(CPACK_DEBIAN_CLI_DESCRIPTION
"Bubblescope's commands for machines without a desktop, such as the nodes of a
cluster: inspect and summarise the folder of a distributed training run,
compare two runs, simulate a step under other settings, and export Chrome
traces and tables. Needs no graphics libraries; what draws is in the package
bubblescope.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${BUBBLESCOPE_HOMEPAGE}")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "qt6-translations-l10n, qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
