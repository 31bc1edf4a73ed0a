const NAMING = ['name', 'full_name', 'campaign_name', 'company_name', 'url', 'period', 'username'] as const

/** What a record is called: its name, else its company’s, else what else stands for it. */
export const titleOf = (row: Record<string, unknown>, otherwise = 'No name') =>
  String(NAMING.map((field) => row[field]).find(Boolean) ?? otherwise)

export type Row = Record<string, unknown> & { id: number | string }
