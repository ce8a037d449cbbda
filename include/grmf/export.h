#pragma once

/// Marks what a shared library shows to its users; all else in it stays hidden.
#if defined(__GNUC__)
#define GRMF_EXPORT __attribute__((visibility("default")))
#else
#define GRMF_EXPORT
#endif
