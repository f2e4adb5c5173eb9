# For the teacher; it is not in the student's archive.

# All that the student needs, standing alone, and nothing of key/ and wrong/. FORCE: zip is quick.
student.zip: FORCE
	@python3 pack.py $@

# One page for a browser, which also prints it.
slides: $(BUILD)/slides.html
$(BUILD)/slides.html: slides/slides.md slides/slides.py $(wildcard ../../docs/algorithms/*.svg)
	@mkdir -p $(BUILD)
	@python3 slides/slides.py slides/slides.md >$@

FORCE:
.PHONY: slides FORCE
