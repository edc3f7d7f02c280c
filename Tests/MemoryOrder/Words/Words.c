#include "Words.h"
