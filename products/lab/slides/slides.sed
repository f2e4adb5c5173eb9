# A heading becomes a slide, and a block of code a picture, without the commands that drew it.
/^\.NH [12]$/{
    N
    s/^\.NH .\n\(.*\)$/.SLIDE "\1"/
}
/^\.pdfhref/d
/^> /d
s/^\.ft CR$/.PICTURE/
s/^\.ft$/.TEXT/
