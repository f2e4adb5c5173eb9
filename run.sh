# run.sh HEADERDIR FLAGS N turns
g++ -std=c++17 -O2 -I$1 -I/work/main/bench -I/work/main $2 -DBENCH_OPTIONS='"x"' /tmp/wb/w.cc -o /tmp/wb/w$5 && timeout 500 /tmp/wb/w$5 $4 $3 2>/dev/null | awk -F'\t' '{k=$1" "$2" "$3; if(!(k in m)||$4<m[k])m[k]=$4} END{for(k in m)print k,m[k]}' | sort
