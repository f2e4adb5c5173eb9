/* SPDX-License-Identifier: MIT-0 */
/* lwIP's unit tests include a file of this name, which has nothing to say here. */
