/* SPDX-License-Identifier: MIT-0 */
/* What a program says for processors that cannot exchange a word. */
#ifdef __cplusplus
extern "C" {
#endif
unsigned tw_test_mask(void);
void tw_test_unmask(unsigned was);
#ifdef __cplusplus
}
#endif
#define TW_POST_MASK()      tw_test_mask()
#define TW_POST_UNMASK(was) tw_test_unmask(was)
