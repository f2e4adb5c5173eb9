# For the teacher; it is not in the student's archive.

# All that the student needs, standing alone, and nothing of key/ and wrong/. FORCE: zip is quick.
student.zip: FORCE
	@python3 pack.py $@

# Wants the Debian packages lowdown and groff.
slides: $(BUILD)/slides.pdf
$(BUILD)/slides.pdf: slides/slides.md slides/slides.sed slides/slides.tmac
	@mkdir -p $(BUILD)
	lowdown -tms slides/slides.md | sed -f slides/slides.sed | groff -k -Tpdf -ms -P-pa4 -P-l slides/slides.tmac - >$@

FORCE:
.PHONY: slides FORCE
