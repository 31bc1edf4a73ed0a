/** A code of the API as words: `return_rate` → `Return rate`, `return_code` → `Return`, `opened_at` → `Opened`. */
export const plain = (code: string) =>
  (code.charAt(0).toUpperCase() + code.slice(1)).replace(/_(at|code|id)$/, '').replaceAll('_', ' ')
