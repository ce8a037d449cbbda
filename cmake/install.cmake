include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(grmf_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/grmf)

install(TARGETS grmf EXPORT grmfTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT grmfTargets NAMESPACE grmf:: DESTINATION ${grmf_package_dir})
# The component io has a file of targets of its own: it needs libraries that the rest does not, and
# grmfConfig.cmake reads the file for those who ask for the component.
set(headers_left_out)
if(TARGET grmf_io)
  install(TARGETS grmf_io EXPORT grmfIoTargets)
  install(EXPORT grmfIoTargets NAMESPACE grmf:: DESTINATION ${grmf_package_dir})
else()
  set(headers_left_out PATTERN grmf/io EXCLUDE PATTERN grmf/io.h EXCLUDE)
endif()
install(DIRECTORY include/grmf DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" ${headers_left_out})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/grmfConfig.cmake.in grmfConfig.cmake
                              INSTALL_DESTINATION ${grmf_package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(grmfConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/grmfConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/grmfConfigVersion.cmake
        DESTINATION ${grmf_package_dir})
