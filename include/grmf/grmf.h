#pragma once

/// Everything a user of the library needs.
#include "grmf/any_matrix.h"
#include "grmf/batch.h"
#include "grmf/corrupt.h"
#include "grmf/data.h"
#include "grmf/error.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "grmf/groups.h"
#include "grmf/matrix.h"
#include "grmf/measures.h"
#include "grmf/method.h"
#include "grmf/models.h"
#include "grmf/option.h"
#include "grmf/outliers.h"
#include "grmf/tune.h"
#include "grmf/version.h"
