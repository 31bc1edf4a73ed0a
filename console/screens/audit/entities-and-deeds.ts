/** The kinds of records, as the log names them. */
export const ENTITIES: Record<string, string> = {
  account_manager: 'Account manager',
  api_key: 'API key',
  appeal: 'Appeal',
  appeal_comment: 'Comment on an appeal',
  backtest: 'Test of a draft',
  campaign: 'Campaign',
  config: 'Rule',
  config_draft: 'Draft of rules',
  employee: 'Employee',
  feed: 'Feed',
  monthly_score: 'Score',
  payment_block: 'Payment block',
  score_exception: 'Exception',
  scoring_run: 'Calculation',
  seller: 'Seller',
  surcharge: 'Surcharge',
  sync_mapping: 'Field mapping',
  user: 'Account',
  warehouse: 'Warehouse',
  webhook_subscription: 'Webhook',
}

const DEEDS: Record<string, string> = {
  adjusted: 'adjusted',
  adopted: 'adopted',
  cancelled: 'cancelled',
  commented: 'commented',
  created: 'made',
  decided: 'decided',
  deleted: 'removed',
  disabled: 'switched off',
  ended_on_reuse: 'ended, for its token came twice',
  erased: 'erased',
  expired: 'expired',
  finalized: 'made final',
  password_changed: 'new password',
  password_reset: 'password set by link',
  password_reset_made: 'reset link made',
  pushed: 'pushed',
  redelivered: 'delivered again',
  replayed: 'replayed',
  requested: 'requested',
  reviewed: 'reviewed',
  revoked: 'revoked',
  secret_rotated: 'given a new secret',
  submitted: 'submitted',
  tested: 'tested',
  updated: 'changed',
  withdrawn: 'withdrawn',
}

/** `seller.updated` → `changed`, `sync.orders` → `pushed`: what was done, beside the kind of the record. */
export function deedOf(action: string) {
  const [kind, ...rest] = action.split('.')
  const last = rest.at(-1) ?? action
  const deed = kind === 'sync' && rest.length === 1 ? 'pushed' : last
  return DEEDS[deed] ?? deed.replaceAll('_', ' ')
}
