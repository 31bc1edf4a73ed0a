const NAMING = ['name', 'full_name', 'campaign_name', 'company_name', 'url', 'period', 'username'] as const

/** What a record is called: its name, else its company’s, else what else stands for it. */
export const titleOf = (row: Record<string, unknown>, otherwise = 'No name') =>
  String(NAMING.map((field) => row[field]).find(Boolean) ?? otherwise)

const CODES = ['seller_code', 'code', 'employee_code', 'campaign_code'] as const

/** Its name with the code that others know it by: `Kite Tools B.V., S-1002`. */
export const withCode = (row: Record<string, unknown>) =>
  [titleOf(row), CODES.map((field) => row[field]).find(Boolean)].filter(Boolean).join(', ')

export type Row = Record<string, unknown> & { id: number | string }
