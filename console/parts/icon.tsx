/** Small line drawings on a grid of 16, in the colour of the text beside them. Never the only name of something. */
const PATHS = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  close: 'm4 4 8 8M12 4l-8 8',
  left: 'm10 3-5 5 5 5',
  right: 'm6 3 5 5-5 5',
  down: 'm3 6 5 5 5-5',
  more: 'M3.4 7.6h.8v.8h-.8ZM7.6 7.6h.8v.8h-.8ZM11.8 7.6h.8v.8h-.8Z',
  check: 'm3 8.5 3.2 3.2L13 5',
  plus: 'M8 3v10M3 8h10',
  warn: 'M8 2.5 14.5 13.5h-13ZM8 6.8v3M8 11.8h.01',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 7.3v4M8 4.8h.01',
  overview: 'M2 13V8.5M6 13V4M10 13V7M14 13V2.5',
  scores: 'M2 4h7M2 8h12M2 12h9',
  appeals: 'M2.5 3h11v8h-6L4 14v-3H2.5ZM5 6h6M5 8.3h4',
  surcharges:
    'M8 1.8v12.4M11 4.4C10.4 3.5 9.3 3 8 3 6.3 3 5 3.9 5 5.4 5 8.7 11.2 7.2 11.2 10.6 11.2 12.1 9.8 13 8 13c-1.5 0-2.7-.6-3.3-1.6',
  corrections: 'M2.5 13.5h3l8-8-3-3-8 8ZM8.5 4.5l3 3',
  sellers:
    'M2.5 6.5 3.5 2.5h9l1 4M2.5 6.5V13.5h11V6.5M2.5 6.5c0 2 3.6 2 3.6 0 0 2 3.7 2 3.7 0 0 2 3.7 2 3.7 0',
  campaigns: 'M3 2v12M3 3h9.5L10.5 6l2 3H3',
  portfolios: 'M2 5h12v8H2ZM5.5 5V2.8h5V5M2 8.5h12',
  rules:
    'M2 4.5h5M11 4.5h3M2 11.5h3M9 11.5h5M9 6.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM7 13.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  feeds: 'M8 2v8M4.8 6.8 8 10l3.2-3.2M2.5 13.5h11',
  webhooks:
    'M5.5 10.5 8 6M8 6a2 2 0 1 0-1-.3M10.5 11.5H5.6M5.5 11.5a2 2 0 1 1-2-2M8.8 6.5l2.2 3.6M11 10a2 2 0 1 1-.5 1.5',
  people: 'M8 7.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM2.5 14c.5-3 2.7-4.5 5.5-4.5s5 1.5 5.5 4.5',
  audit: 'M4 2h6l3 3v9H4ZM10 2v3h3M6.3 8h4.2M6.3 11h4.2',
  certificate: 'M8 1.5 13.5 3.5V8c0 3-2.2 5.3-5.5 6.5C4.7 13.3 2.5 11 2.5 8V3.5ZM5.5 8l1.8 1.8L10.7 6.4',
  keys: 'M10.5 9a3.5 3.5 0 1 0-3.3-2.3L2 12v2h2.5v-1.5H6V11h1.5l1-1.3c.6.2 1.3-.7 2-.7ZM11 5h.01',
  download: 'M8 2v8M4.8 6.8 8 10l3.2-3.2M2.5 13.5h11',
  upload: 'M8 10V2M4.8 5.2 8 2l3.2 3.2M2.5 13.5h11',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7',
  play: 'M4.5 2.5v11l9-5.5Z',
  up: 'M8 13V3M4 7l4-4 4 4',
  fall: 'M8 3v10M4 9l4 4 4-4',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  lock: 'M3.5 7h9v7h-9ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  copy: 'M6 6h7.5v7.5H6ZM3.5 10h-1V2.5H10v1',
  warehouse: 'M1.8 6 8 2l6.2 4v8H1.8ZM5 14V9h6v5M5 11.5h6',
} as const

type IconName = keyof typeof PATHS

export const Icon = ({ name }: { name: IconName | string }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={PATHS[name as IconName] ?? PATHS.info} />
  </svg>
)
