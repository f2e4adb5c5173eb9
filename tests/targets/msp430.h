/* SPDX-License-Identifier: MIT-0 */
/* msp430.h - how a program begins in 1 KB of RAM, as an MSP430G2744 has, without a library:
   at main(), with the stack at the end. A debugger stops after main(), at 0x8008. */
__asm__(".section .reset,\"ax\"\n .word begin\n .text\n .globl begin\n"
        "begin: mov #0x600, r1\n call #main\nended: jmp ended\n");

unsigned __mspabi_mpyi(unsigned a, unsigned b);

/* clang calls it for a product: these processors have no multiplier. */
unsigned __mspabi_mpyi(unsigned a, unsigned b) {
    unsigned product = 0;

    for (; b != 0; b >>= 1, a += a)
        product += b & 1 ? a : 0;
    return product;
}
