/* SPDX-License-Identifier: MIT-0 */
/* The fixed text of the page, in the order in which it is printed. */
#ifndef PAGE_H
#define PAGE_H

/* A name, and what it stands for. The last one has no name. */
struct page_structure {
    const char *name, *about;
};

extern const char page_head[];
extern const char page_columns[], page_slack[], page_columns_end[];
extern const struct page_structure page_structures[];

#endif
