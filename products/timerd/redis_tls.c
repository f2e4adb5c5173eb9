/* SPDX-License-Identifier: MIT-0 */
/* TLS with a Redis. Its certificate must be good, and name the host. The files are read for
   each connection: a certificate that was renewed holds from the next one on. */
#define _GNU_SOURCE
#include "options.h"
#include "redis_link.h"
#include "server.h"
#include <stdio.h>

#if TIMERD_TLS

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>

#ifndef SSL_OP_IGNORE_UNEXPECTED_EOF /* OpenSSL 1.1 does so anyway */
#define SSL_OP_IGNORE_UNEXPECTED_EOF 0
#endif

/* What waiting does not mend begins with "TLS: ". */
static bool broken(struct link *l) {
    const unsigned long e = ERR_peek_error();
    const long verdict = l->tls ? SSL_get_verify_result(l->tls) : X509_V_OK;
    const char *reason =
        ERR_GET_LIB(e) == ERR_LIB_SYS ? strerror(ERR_GET_REASON(e)) : ERR_reason_error_string(e);
    char text[128];

    if (verdict != X509_V_OK)
        reason = X509_verify_cert_error_string(verdict);
    snprintf(text, sizeof text, "TLS: %s", reason ? reason : "refused");
    return link_broken(l, text);
}

static SSL_CTX *context(void) {
    SSL_CTX *const x = SSL_CTX_new(TLS_client_method());
    const char *const ca = option.store_ca, *const certificate = option.store_cert;

    if (x && SSL_CTX_set_min_proto_version(x, TLS1_2_VERSION) == 1 &&
        (ca ? SSL_CTX_load_verify_locations(x, ca, NULL) : SSL_CTX_set_default_verify_paths(x)) ==
            1 &&
        (!certificate || (SSL_CTX_use_certificate_chain_file(x, certificate) == 1 &&
                          SSL_CTX_use_PrivateKey_file(x, certificate, SSL_FILETYPE_PEM) == 1))) {
        SSL_CTX_set_verify(x, SSL_VERIFY_PEER, NULL);
        (void)SSL_CTX_set_mode(x, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        (void)SSL_CTX_set_options(x, SSL_OP_IGNORE_UNEXPECTED_EOF); /* a Redis that was killed */
        return x;
    }
    SSL_CTX_free(x);
    return NULL;
}

/* The name or the address that the certificate must have. */
static bool expects(SSL *s, const char *host) {
    return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(s), host) == 1 ||
           (SSL_set1_host(s, host) == 1 && SSL_set_tlsext_host_name(s, host) == 1);
}

/* As tls_read() says it. */
static ssize_t result(struct link *l, int n) {
    const int e = n > 0 ? SSL_ERROR_NONE : SSL_get_error(l->tls, n);

    if (n > 0)
        return n;
    if (e == SSL_ERROR_WANT_READ || e == SSL_ERROR_WANT_WRITE)
        return 0;
    if (e == SSL_ERROR_SSL)
        (void)broken(l);
    else
        (void)link_broken(l, e == SSL_ERROR_SYSCALL && errno ? strerror(errno)
                                                             : "Server closed the connection");
    return -1;
}

/* The loop ends: each turn sends or receives something, or the time is over. */
bool tls_begin(struct link *l, const char *host) {
    SSL_CTX *x;
    ssize_t n;

    ERR_clear_error();
    x = context();
    l->tls = x ? SSL_new(x) : NULL;
    SSL_CTX_free(x);
    if (!l->tls || !expects(l->tls, host) || SSL_set_fd(l->tls, l->c->fd) != 1)
        return broken(l);
    while ((n = result(l, SSL_connect(l->tls))) == 0)
        if (!server_wait(l->c->fd, SSL_want_write(l->tls), option.store_timeout_ms))
            return link_broken(l, "no answer to TLS in time (--store-timeout)");
    return n > 0;
}

void tls_end(struct link *l) { SSL_free(l->tls); }

/* A record has no more bytes than READ_SIZE: nothing is left in OpenSSL. */
ssize_t tls_read(struct link *l, void *at, size_t size) {
    ERR_clear_error();
    errno = 0;
    return result(l, SSL_read(l->tls, at, (int)size));
}

/* What the other side said before it went tells more than that it went. */
ssize_t tls_write(struct link *l, const void *at, size_t size) {
    char last;
    ssize_t n;

    ERR_clear_error();
    errno = 0;
    n = result(l, SSL_write(l->tls, at, size < INT32_MAX ? (int)size : INT32_MAX));
    if (n < 0)
        (void)tls_read(l, &last, 1);
    return n;
}

#else

bool tls_begin(struct link *l, const char *host) {
    (void)host;
    return link_broken(l, "TLS: this timerd was built without OpenSSL");
}

void tls_end(struct link *l) { (void)l; }

ssize_t tls_read(struct link *l, void *at, size_t size) {
    (void)l, (void)at, (void)size;
    return -1;
}

ssize_t tls_write(struct link *l, const void *at, size_t size) {
    (void)l, (void)at, (void)size;
    return -1;
}

#endif
