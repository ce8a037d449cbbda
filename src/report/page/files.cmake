# What the page is made of besides page.html and theme.js, in this order: each script knows those before it.
set(page_styles page.css blocks.css tables.css charts.css viewer.css print.css)
set(page_scripts
    dom.js
    blocks.js
    copies.js
    tables.js
    marks.js
    scales.js
    charts.js
    lines.js
    boxes.js
    slider.js
    viewer.js
    page.js)
