/* SPDX-License-Identifier: MIT-0 */
/* A program over two libraries: 0 if the copies of both are sound. */
int one_try(void);
int two_try(void);

int main(void) { return one_try() + 2 * two_try(); }
