// Runs before the first paint, so that a page in the chosen colours never flashes in the other ones.
const chosen = localStorage.getItem('sos.theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
