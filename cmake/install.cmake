include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(grmf_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/grmf)

install(TARGETS grmf EXPORT grmfTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/grmf DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT grmfTargets NAMESPACE grmf:: DESTINATION ${grmf_package_dir})

configure_package_config_file(cmake/grmfConfig.cmake.in grmfConfig.cmake
                              INSTALL_DESTINATION ${grmf_package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(grmfConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/grmfConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/grmfConfigVersion.cmake
        DESTINATION ${grmf_package_dir})
