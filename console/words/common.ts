/** The words that all pages share. */
export const common = {
  service: 'Seller Operating Score',
  month: 'Month',
  sellers: 'Sellers',
  setup: 'Set-up',
  admin: 'Admin',
  running: 'If the month ended today',
  search: 'Search',
  light: 'Light',
  dark: 'Dark',
  system: 'As the device',
  shortcuts: 'Keyboard',
  more: 'More',
  cancel: 'Cancel',
  close: 'Close',
  broken: 'This page failed',
}

/** What a person may do about an error, by the status of the answer. */
export const adviceFor = (status: number): string => ADVICE[status] ?? ''

const ADVICE: Record<number, string> = {
  403: 'Your role may not do this.',
  409: 'Look at the present state, then decide again.',
  412: 'Somebody saved a newer version. Compare both, then save again.',
  429: 'Too many requests at once. What you have typed is kept.',
  500: 'Tell the operators the request id.',
  503: 'The service is busy or starting. What you have typed is kept.',
}
