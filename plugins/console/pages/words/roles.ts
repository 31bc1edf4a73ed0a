/** The roles, as people call them. */
export const ROLES: Record<string, string> = {
  bod: 'Board: sees and may do everything',
  admin: 'Administrator: accounts, keys, rules',
  ops_head: 'Head of operations: calculates, reviews, recommends on appeals',
  am_head: 'Head of account management: finalizes, decides appeals',
  am: 'Account manager: the own portfolio, appeals',
  warehouse: 'Warehouse: whether a seller is blocked',
  finance: 'Finance: surcharges',
  system: 'System: pushes facts',
  viewer: 'Viewer: reads everything',
  seller: 'Seller: the own score and what to do next',
}
