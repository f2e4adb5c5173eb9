# Sourced by run: nginx, whose ngx_event_timer.c and .h are replaced by nginx_timer.c and .h. It comes without tests of
# its own: nginx_timeouts.py lets 300 connections run into four timeouts.
package=nginx version=1.22.1 least=290 structure=${set_name:-hwheel}

edits() {
    cp "$here/nginx_timer.c" "$1/src/event/ngx_event_timer.c"
    cp "$here/nginx_timer.h" "$1/src/event/ngx_event_timer.h"
    edit_file "$1/src/event/ngx_event.h" 's/(struct ngx_event_s \{)/#include <tw\/node.h>\n\n$1/'
    edit_file "$1/src/event/ngx_event.h" 's/ngx_rbtree_node_t   timer;/struct tw_node timer;/'
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
