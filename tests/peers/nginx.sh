# Sourced by run: nginx, whose ngx_event_timer.c and .h integrations/nginx replaces. It comes without tests of
# its own: nginx_timeouts.py lets 300 connections run into four timeouts.
package=nginx version=1.22.1 least=290 sets="hwheel bigwheel rbtree skiplist"

other_versions() {
    another src/core/nginx.h 's/"1.22.1"/"1.22.2"/' "is nginx 1.22.2; the edits are for nginx 1.22.1"
    another src/event/ngx_event.h 's/ngx_rbtree_node_t   timer/changed/' "ngx_event.h differs from nginx 1.22.1"
}

build() { # FOLDER FLAGS
    (
        cd "$1"
        mkdir -p run/logs
        [ -f Makefile ] || ./configure --prefix="$PWD/run" --with-cc-opt="-O2 -g1 $2" \
            --without-http_rewrite_module --without-http_gzip_module
        find objs -name '*.o' -delete # make does not know of our headers
        make -j "$(nproc)"
    )
}

suite() { # COPY [TEST...]
    copy=$1
    shift
    python3 "$here/nginx_timeouts.py" $copy/objs/nginx $copy/run "$@"
}

measure() { # TURNS
    python3 "$TW_SOURCE/integrations/requests.py" nginx --rounds "$1" stock/objs/nginx ours/objs/nginx
}
