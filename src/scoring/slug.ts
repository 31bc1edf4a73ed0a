/** How a name of an open vocabulary is written, in a fact, a seller and the configuration record that names it. */
export const SLUG = {
  pattern: '^[a-z][a-z0-9_]{0,62}$',
  'x-says': 'must be a short snake_case word, as fixed_fee',
} as const
