/** The style of the page: light only, and one A4 page where the statement is not too long. */
export const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1a1a1a;font:15px/1.45 system-ui,sans-serif}
main{max-width:46rem;margin:2rem auto;padding:0 1.5rem}
h1{font-size:1.4rem;margin:0 0 .5rem}
h2{font-size:1.05rem;margin:1.4rem 0 .4rem;border-bottom:1px solid #bbb}
p{margin:.4rem 0}
.score b{font-size:2.6rem}
.score strong{font-size:1.4rem;margin-left:1rem}
.small,dt{color:#555}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.2rem .5rem .2rem 0;border-bottom:1px solid #e2e2e2;font-variant-numeric:tabular-nums}
ul{margin:.3rem 0;padding-left:1.2rem}
dl{display:grid;grid-template-columns:6rem 1fr;gap:.15rem .5rem;margin:.3rem 0}
dd{margin:0;min-width:0}
code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
#status{font-weight:600;padding:.4rem .6rem;border-left:4px solid}
.good{color:#0a5c2b}
.bad{color:#a01010}
.note{color:#6b4a00}
@page{size:A4;margin:14mm}
@media print{main{margin:0;padding:0;max-width:none}body{font-size:12px}h2{break-after:avoid}tr,li,dd{break-inside:avoid}}
`
