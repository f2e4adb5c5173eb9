/* SPDX-License-Identifier: MIT-0 */
/* cc.h - what lwIP asks of a compiler: nothing beyond its defaults. */
