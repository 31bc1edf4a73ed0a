/** What a change is about, as the audit log names it. */
interface About {
  entity: string
  entity_id: string | null
  before: unknown
  after: unknown
}

/** Where the record of a change is shown; undefined: nowhere, or it is not known by which code. */
export function recordPath({ entity, entity_id: id, before, after }: About): string | undefined {
  const state = { ...fieldsOf(before), ...fieldsOf(after) }
  const code = textOf(state.seller_code)
  const seller = code && `/sellers/${encodeURIComponent(code)}`
  if (entity === 'seller') return seller
  if (entity === 'monthly_score') return seller && `${seller}?period=${textOf(state.period) ?? ''}`
  if (entity === 'score_exception') return seller && `${seller}?tab=exceptions`
  if (entity === 'campaign') {
    const campaign = textOf(state.campaign_code)
    return campaign && `/campaigns/${encodeURIComponent(campaign)}`
  }
  if (id === null || !Object.hasOwn(PATHS, entity)) return undefined
  return PATHS[entity]?.(encodeURIComponent(id))
}

const PATHS: Record<string, (id: string) => string> = {
  account_manager: (id) => `/portfolios/${id}`,
  api_key: () => '/keys',
  appeal: (id) => `/appeals/${id}`,
  config_draft: (id) => `/rules/drafts/${id}`,
  employee: (id) => `/employees?open=${id}`,
  feed: (id) => `/feeds/${id}`,
  scoring_run: (id) => `/runs/${id}`,
  user: (id) => `/people?open=${id}`,
  warehouse: (id) => `/warehouses?open=${id}`,
  webhook_subscription: (id) => `/webhooks/${id}`,
}

const fieldsOf = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null && !Array.isArray(state)
    ? (state as Record<string, unknown>)
    : {}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
