#pragma once

/// Everything a user of grmf::io needs: matrices and models in files.
#include "grmf/io/format.h"
#include "grmf/io/matrix_file.h"
#include "grmf/io/model_file.h"
