#ifndef HSW_H
#define HSW_H
#endif
