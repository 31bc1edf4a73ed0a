const WORDS: Record<string, string> = {
  partially_approved: 'Partly approved',
  op_exclude: 'Leave the component out',
  op_add: 'Add points',
  op_set: 'Set to',
  op_multiply: 'Multiply by',
  op_floor: 'Not below',
  op_cap: 'Not above',
}

/** The word of a code; one that has none is read with blanks: `carrier_delay` → `Carrier delay`. */
export function wordOf(code: string): string {
  const text = code.replaceAll('_', ' ')
  return WORDS[code] ?? text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether an exception's operation has a word. */
export const isKnownOp = (op: string | undefined) => `op_${op}` in WORDS
