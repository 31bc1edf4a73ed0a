import type { Schemas } from '../api/client.ts'
import type { Permission } from '../api/me.ts'
import { RESET_PATH } from '../session/session.ts'
import { type Moved, movesIn } from '../ui/counts.ts'
import { monthOf, plural, points, secondOf, sentenceCase, since } from '../ui/format.ts'
import { nameOf } from '../ui/names.ts'
import { deedOf, subjectOf } from './deeds.ts'
import { type Action, type RecordKind, type Row, titleOf } from './kind.ts'
import type { Field } from './schema.ts'

/** What is said of a kind where its path does not say it already. */
interface Declared extends Partial<RecordKind> {
  columns: string[]
  /** What its permissions are called after. */
  of?: string
  /** Only the service writes it. */
  isLog?: boolean
}

const is =
  (...statuses: string[]) =>
  ({ status }: Row) =>
    statuses.includes(String(status))

const standing = (score: unknown) => {
  const { total_sos, tier } = score as Schemas['AppealScore']
  return `${points(total_sos)} ${tier.name}`
}

const sellerStatus = (status: string): Omit<Action, 'means'> => ({
  method: 'patch',
  body: 'UpdateSellerBody',
  asks: ['status_reason'],
  mustSay: status !== 'active',
  sends: () => ({ status }),
})

const ERASE = { means: 'Name and address are removed everywhere, for good.', at: '/erase', isGrave: true }

const DECLARED: Record<string, Declared> = {
  sellers: {
    columns: ['company_name', 'seller_code', 'am_name', 'warehouse_name', 'contract_type', 'status'],
    labels: { seller_code: 'Code' },
    hides: ['status', 'status_reason', 'metadata'],
    filters: { status: 'status', am_id: 'assigned_am_id', warehouse_id: 'primary_warehouse_id' },
    asked: { status: 'all' },
    hasSearch: true,
    page: { to: '/sellers/$code', by: 'seller_code' },
    actions: {
      Suspend: {
        done: () => 'The seller is suspended.',
        means: 'Its orders are not shipped from now on, until it is active again. Its scores stay.',
        ...sellerStatus('suspended'),
        when: is('active'),
        isGrave: true,
      },
      'Make active': {
        done: () => 'The seller is active again.',
        means: 'Its orders are shipped again, and its months are scored.',
        ...sellerStatus('active'),
        when: is('suspended', 'terminated'),
      },
      'End the contract': {
        done: () => 'The contract has ended.',
        means: 'Its orders are not shipped from now on, and it is not scored any more. Its scores stay.',
        ...sellerStatus('terminated'),
        when: is('active', 'suspended'),
        isGrave: true,
      },
    },
  },
  appeals: {
    columns: ['company_name', 'expires_at', 'am_name', 'score', 'status'],
    labels: {
      company_name: 'Seller',
      expires_at: 'Expires',
      component_appealed: 'Which component is wrong?',
      appeal_reason_type: 'Reason',
      description: 'What happened',
      evidence_urls: 'Evidence',
    },
    says: {
      expires_at: (row) => (is('pending', 'under_review')(row) ? since(String(row.expires_at)) : '–'),
      score: ({ score_before, score_after }) =>
        [score_before, score_after].filter(Boolean).map(standing).join(' → '),
    },
    below: ({ seller_code, component_appealed: part, period, appeal_reason_type: reason }) =>
      `${seller_code}, ${nameOf(String(part))} in ${monthOf(String(period))}: ${nameOf(String(reason)).toLowerCase()}`,
    filters: { status: 'status', period: 'period' },
    asked: { sort: 'expires_at' },
    create: false,
    update: false,
    begins: 'one is sent from a seller’s page, once the month has a score',
    page: { to: '/appeals/$id', by: 'id' },
    actions: {
      Withdraw: {
        done: () => 'The appeal is withdrawn.',
        means: 'It ends without a decision, and the score stays as it is. Another one can be sent.',
        needs: 'appeals.withdraw',
        at: '/withdraw',
        when: is('pending'),
        isGrave: true,
      },
    },
  },
  campaigns: {
    columns: ['campaign_name', 'campaign_code', 'campaign_type', 'start_date', 'end_date', 'status'],
    labels: { campaign_code: 'Code' },
    hides: ['created_by', 'status'],
    filters: { status: 'status', type: 'campaign_type' },
    actions: {
      'Cancel the campaign': {
        done: () => 'The campaign is cancelled.',
        means: 'It stays in the list as cancelled; its forecasts no longer count.',
        method: 'delete',
        when: is('upcoming', 'active'),
      },
    },
  },
  users: {
    many: 'Accounts',
    columns: ['full_name', 'username', 'role', 'email', 'is_active'],
    hides: ['password'],
    made: 'The person can’t sign in yet: make a link to set the password.',
    hasSearch: true,
    filters: { role: 'role', is_active: 'is_active' },
    setting: { group: 'People', says: 'Who signs in, and in which role' },
    actions: {
      'Make a password link': {
        means:
          'The link is shown once and is valid for one hour. Who sets a new password is signed out elsewhere.',
        at: '/password-reset',
        secret: ({ token }) => `${location.origin}${RESET_PATH}#${token}`,
        secretSays: 'Send it to the person: it works once, and for one hour.',
      },
      'Erase the person': {
        ...ERASE,
        means: `${ERASE.means} The account is closed. What the person did stays, without a name.`,
      },
    },
  },
  'account-managers': {
    list: '/api/sellers/am/list',
    single: '/api/sellers/am/{id}',
    columns: ['name', 'email', 'sellers_count', 'is_active'],
    says: { sellers_count: ({ sellers_count }) => plural(Number(sellers_count), 'seller') },
    createAt: '/api/sellers/am/create',
    hides: ['hand_over_to', 'unassign'],
    actions: {
      'Hand over all sellers': {
        means: ({ name, sellers_count }) =>
          `All ${plural(Number(sellers_count), 'active seller')} of ${name} go to another account manager at once. Scores that are calculated stay with ${name}.`,
        method: 'patch',
        body: 'UpdateAccountManagerBody',
        asks: ['hand_over_to'],
        mustSay: true,
        when: ({ sellers_count }) => Number(sellers_count) > 0,
        done: ({ sellers_count }) => `${plural(Number(sellers_count), 'active seller')} handed over.`,
        isGrave: true,
      },
      'Unassign all sellers': {
        means: ({ name, sellers_count }) =>
          `${plural(Number(sellers_count), 'active seller')} of ${name} will have no account manager.`,
        method: 'patch',
        sends: () => ({ unassign: true }),
        when: ({ sellers_count }) => Number(sellers_count) > 0,
        done: ({ sellers_count }) =>
          `${plural(Number(sellers_count), 'active seller')} without an account manager now.`,
        isGrave: true,
      },
    },
    setting: { group: 'People', says: 'Who looks after which sellers' },
  },
  employees: {
    columns: ['full_name', 'employee_code', 'position', 'warehouse_name', 'is_active'],
    hasSearch: true,
    filters: { warehouse_id: 'warehouse_id' },
    setting: { group: 'People', says: 'Who works where' },
    actions: {
      'Erase the person': ERASE,
    },
  },
  warehouses: {
    columns: ['name', 'code', 'created_at', 'is_active'],
    setting: { group: 'Places', says: 'Where the orders of sellers are made ready' },
  },
  mappings: {
    many: 'Field mappings',
    one: 'mapping',
    about:
      'A mapping says how records of another system, such as Shopify, are read. It can’t be edited: make a new one, and delete the old one.',
    labels: { preset: 'Copy the mapping of' },
    // Paths of the other system, which only programs read.
    hides: ['each'],
    of: 'sync',
    list: '/api/sync/mappings',
    shape: 'SyncMapping',
    columns: ['name', 'feed', 'description', 'updated_at'],
    createAsks: ['name', 'preset', 'description'],
    createNeeds: ['preset'],
    update: false,
    setting: { group: 'Data', says: 'How records of other systems are read' },
    actions: {
      'Delete the mapping': { means: 'Pushes that name it are refused from now on.', method: 'delete' },
    },
  },
  drafts: {
    about:
      'A draft changes no score. Try it on past months; then the board adopts it, or an administrator who did not edit it.',
    within: { to: '/rules', name: 'Rules' },
    reads: 'config.read',
    list: '/api/config/drafts',
    shape: 'ListedConfigDraft',
    columns: ['name', 'tried', 'created_by_name', 'updated_at', 'adopted_from'],
    labels: { created_by_name: 'Started by', tried: 'On past months', adopted_from: 'State' },
    below: ({ change_count }) => plural(Number(change_count), 'change'),
    says: {
      tried: ({ tried }) => (tried ? movesIn(tried as Moved) : 'Not tried'),
      adopted_from: ({ adopted_from: from }) => (from ? `From ${monthOf(String(from))}` : 'Not adopted'),
    },
    create: 'CreateConfigDraftBody',
    createAsks: ['name'],
    createSends: { changes: [] },
    createLabel: 'Begin the draft',
    update: false,
    page: { to: '/rules/drafts/$id', by: 'id' },
    actions: {
      Withdraw: {
        done: () => 'The draft is withdrawn.',
        means: 'The draft is deleted with its changes. No score changes. The audit log keeps what it said.',
        method: 'delete',
        when: ({ adopted_at }) => !adopted_at,
      },
    },
  },
  corrections: {
    reads: 'model.read',
    writes: 'scores.write',
    list: '/api/sos/monthly/corrections',
    columns: ['period', 'reason', 'requested_by_name', 'changed', 'created_at', 'status'],
    says: {
      period: ({ period }) => monthOf(String(period)),
      requested_by_name: ({ requested_by_name }) => String(requested_by_name ?? 'The service'),
      status: ({ status, dry_run }) => (dry_run && status === 'computed' ? 'trial' : String(status)),
    },
    about: 'A correction computes a final month again and says what changes. A second person approves it.',
    labels: { facts_only: 'Use only facts that came late; rules and exceptions stay as they were' },
    create: 'RequestCorrectionBody',
    createAsks: ['period', 'reason', 'facts_only', 'seller_codes'],
    createSends: { dry_run: true },
    createLabel: 'Show what would change',
    update: false,
    filters: { status: 'status' },
    page: { to: '/corrections/$id', by: 'id' },
    setting: { group: 'Data', says: 'Calculate final months again' },
    actions: {
      'Propose it': {
        done: () => 'It is proposed, and waits for a second person.',
        means: 'The same is computed once more. A second person has to approve it before a score changes.',
        sends: ({ period, reason, facts_only, seller_codes }) => ({
          period,
          reason,
          facts_only,
          seller_codes,
        }),
        when: ({ status, changed }) => status === 'computed' && Boolean(changed),
        opens: true,
      },
      Approve: {
        done: () => 'It is approved: the scores are being changed.',
        means: ({ changed, period }) =>
          `${plural(Number(changed), 'final score')} of ${monthOf(String(period))} ${Number(changed) === 1 ? 'changes' : 'change'} for good, as the list below says, and other systems are informed. What was before is kept.`,
        mustSay: true,
        at: '/approve',
        body: 'ApproveCorrectionFields',
        when: (row, userId) => is('proposed')(row) && row.requested_by !== userId,
        isMain: true,
      },
      Reject: {
        done: () => 'It is rejected: no score has changed.',
        means: 'No score changes.',
        at: '/reject',
        body: 'ApproveCorrectionFields',
        when: (row, userId) => is('proposed')(row) && row.requested_by !== userId,
      },
      'Take it back': {
        done: () => 'It is taken back: no score has changed.',
        means: 'No score changes.',
        at: '/reject',
        when: (row, userId) => is('proposed')(row) && row.requested_by === userId,
      },
    },
  },
  'api-keys': {
    many: 'API keys',
    one: 'API key',
    about:
      'A key may do only what its own role and the role of its person both allow: the narrower one limits it.',
    list: '/api/auth/api-keys',
    columns: ['name', 'rights', 'username', 'prefix', 'expires_at', 'revoked_at'],
    labels: { revoked_at: 'State' },
    says: {
      revoked_at: ({ revoked_at, expires_at }) =>
        revoked_at
          ? 'Revoked'
          : expires_at && String(expires_at) < new Date().toISOString()
            ? 'Expired'
            : 'In use',
    },
    update: false,
    secret: ({ key }) => String(key),
    setting: { group: 'Connections', says: 'How programs sign in' },
    isListOnly: true,
    actions: {
      'Revoke the key': {
        done: () => 'The key is revoked.',
        means: 'Whatever uses it is refused at once, for good.',
        method: 'delete',
        when: ({ revoked_at }) => !revoked_at,
      },
    },
  },
  webhooks: {
    shape: 'WebhookSubscription',
    columns: ['name', 'events', 'created_at', 'status'],
    below: ({ name, url }) => (name ? String(url) : ''),
    says: { events: ({ events }) => [events].flat().map(String).map(nameOf).join(', ') },
    hides: ['timeout_ms', 'max_concurrency', 'secret', 'headers', 'key_id', 'is_active'],
    create: 'CreateWebhookBody',
    update: 'UpdateWebhookBody',
    secret: ({ secret }) => String(secret),
    page: { to: '/webhooks/$id', by: 'id' },
    setting: { group: 'Connections', says: 'Which systems are told what happens' },
    actions: {
      'Send a ping': { means: 'A test event is delivered at once.', at: '/test', delivers: true },
      Replay: {
        means: 'Events of this time go to the subscriber again, as they were. Their number is said first.',
        at: '/replay',
        body: 'ReplayWebhookBody',
        asks: ['since', 'until', 'event_types', 'only_failed'],
        tries: ({ events }) => `${plural(Number(events), 'event')} would be delivered again.`,
      },
      Pause: {
        done: () => 'The webhook is paused.',
        means: 'Nothing is delivered until it is resumed. A replay sends later what happens meanwhile.',
        method: 'patch',
        sends: () => ({ is_active: false }),
        when: is('active'),
      },
      Resume: {
        done: () => 'The webhook is active again.',
        means: 'What happens from now on is delivered again.',
        method: 'patch',
        sends: () => ({ is_active: true }),
        when: is('paused', 'disabled'),
      },
      'Renew the secret': {
        means: ({ previous_key_until }) =>
          `The new one is shown once. The old one signs beside it for a while, so that nothing is lost.${previous_key_until ? ' The one before that still signs, and stops now.' : ''}`,
        at: '/rotate-secret',
        secret: ({ secret }) => String(secret),
      },
      'Delete the webhook': { means: 'It is deleted for good, and receives nothing more.', method: 'delete' },
    },
  },
  attempts: {
    many: 'Webhook messages',
    one: 'message',
    of: 'webhooks',
    list: '/api/webhooks/logs',
    isLog: true,
    shape: 'WebhookAttemptDetail',
    columns: ['attempted_at', 'event_type', 'reason', 'duration_ms', 'status'],
    title: ({ event_type }) => nameOf(String(event_type)),
    hides: ['event_id', 'key_ids', 'request_headers', 'response_headers', 'address', 'trigger'],
    filters: { subscription_id: 'subscription_id', event_type: 'event_type', status: 'status' },
    setting: { group: 'Connections', says: 'Messages to other systems, and their answers' },
    actions: {
      'Deliver again': {
        means: 'The same event goes to the subscriber once more.',
        at: '/redeliver',
        delivers: true,
      },
    },
  },
  feeds: {
    of: 'sync',
    list: '/api/sync/status',
    isLog: true,
    isWhole: true,
    isListOnly: true,
    key: 'feed',
    shape: 'SyncStatusEntry',
    columns: ['feed', 'last_pushed_at', 'received', 'late', 'rejected'],
    says: { feed: ({ feed }) => nameOf(String(feed)) },
    about: 'Other systems send these records. To bring a file, use Import.',
    hides: ['last_user_id', 'repeated', 'feed'],
    setting: { group: 'Data', says: 'What other systems have sent, and when' },
  },
  rejections: {
    many: 'Rejected records',
    of: 'sync',
    list: '/api/sync/rejections',
    isLog: true,
    isListOnly: true,
    shape: 'SyncRejection',
    columns: ['key', 'error', 'feed', 'received_at'],
    says: { key: ({ key, line }) => String(key ?? `Line ${line}`) },
    begins: 'what can’t be stored comes here, with the reason',
    hides: ['push_id', 'index'],
    filters: { feed: 'feed', from: 'received_at', to: 'received_at' },
    setting: { group: 'Data', says: 'What was not stored, and why' },
  },
  audit: {
    many: 'Audit log',
    one: 'entry',
    isLog: true,
    isListOnly: true,
    shape: 'AuditEntry',
    columns: ['action', 'subject', 'full_name', 'at'],
    labels: { action: 'What', subject: 'To what', full_name: 'Who', at: 'When' },
    says: {
      action: deedOf,
      subject: subjectOf,
      full_name: ({ full_name, user_id }) => String(full_name ?? (user_id ? '–' : 'The service')),
      at: ({ at }) => secondOf(String(at)),
    },
    hides: [
      'before',
      'after',
      'action',
      'entity',
      'entity_id',
      'entity_name',
      'username',
      'full_name',
      'request_id',
    ],
    filters: { seller_code: 'seller_code', user_id: 'user_id', entity: 'entity', from: 'at', to: 'at' },
    setting: { group: 'Trust', says: 'Who did what, when, to what' },
  },
}

/** All kinds, with what their paths say of them: `account-managers` are account managers, each an `AccountManager`. */
export const RECORDS = Object.entries(DECLARED).map(([path, { of = path, isLog, ...own }]): RecordKind => {
  const { list = `/api/${path}`, many = sentenceCase(path.replace('-', ' ')), columns, says } = own
  const shape = own.shape ?? path.split('-').map(sentenceCase).join('').slice(0, -1)
  return {
    path,
    list,
    many,
    shape,
    one: many.toLowerCase().slice(0, -1),
    reads: `${of}.read` as Permission,
    writes: `${of}.write` as Permission,
    single: `${list}/{id}`,
    title: says?.[columns[0] ?? ''] ?? titleOf,
    create: !isLog && `Create${shape}Body`,
    update: !isLog && `Update${shape}Body`,
    ...own,
  }
})

/** The kind of that path, which is one of them. */
export const kindOf = (path: string) => RECORDS.find((kind) => kind.path === path) as RecordKind

/** The kind of record that a field names one of; a record’s own code names no other. */
export const kindReferred = ({ name, ...field }: Field, of?: RecordKind) =>
  RECORDS.find(({ list }) => list === field['x-refers'] && !(of?.list === list && name.endsWith('_code')))
