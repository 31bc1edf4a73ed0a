import type { Permission } from '../api/me.ts'
import { RESET_PATH } from '../session/reset-path.ts'
import { monthOf, plural } from '../ui/format.ts'
import { nameOf } from '../ui/names.ts'
import { deedOf, subjectOf } from './deeds.ts'
import type { Row } from './row.ts'
import type { Field } from './schema.ts'

/** Something that can be done with a record: a button, what it means, and what is asked for before it is done. */
export interface Action {
  label: string
  means: string
  /** Default: what one needs to change the record. */
  needs?: Permission
  /** Default: post. */
  method?: 'post' | 'patch' | 'delete'
  at: string
  /** The name of its body in the OpenAPI description, the fields of it that are asked for, and what is sent besides. */
  body?: string
  asks?: string[]
  sends?: Record<string, unknown>
  /** The statuses in which it can be done; all where there are none. */
  when?: string[]
  /** A field that says it is done already, and one without which there is nothing to do. */
  unless?: string
  only?: string
  /** Who asked for it does it, or just somebody else. */
  who?: 'author' | 'other'
  /** Fields that are sent as the record has them. */
  takes?: string[]
  /** It is tried first, and this says what it would do. */
  tries?: (answer: Record<string, unknown>) => string
  /** The answer is of another record of the kind, which is shown. */
  opens?: boolean
  isGrave?: boolean
  /** The answer’s field that is shown once. */
  secret?: string
  /** It is shown as a link there, behind the #. */
  link?: string
}

/** All that a list needs. */
export interface ListKind {
  /** The operation that lists it. */
  list: string
  /** It takes neither pages nor filters. */
  isWhole?: boolean
  /** What one is known by where it has no id. */
  key?: string
  /** What is asked for where nothing else is chosen. */
  asked?: Record<string, string>
  /** The name of one of it in the OpenAPI description: its labels, and the values that it can be narrowed to. */
  shape: string
  columns: string[]
  /** What a column is called where that is not the label of its field. */
  labels?: Record<string, string>
  /** What stands in a column where that is not the value of its field. */
  says?: Record<string, (row: Row) => string>
  /** A field whose value opens a page of its own instead of the drawer. */
  page?: { to: '/sellers/$code' | '/webhooks/$id' | '/corrections/$id'; by: string }
  path?: string
  one?: string
}

/** All that a simple record needs to have a list, a detail and forms. */
export interface RecordKind extends ListKind {
  /** Where its page is: `/records/warehouses`. */
  path: string
  many: string
  one: string
  reads: Permission
  writes: Permission
  /** One of it is under `list/{id}` unless this says otherwise. */
  single?: string
  /** One of it can’t be asked for: it is looked up in the list. */
  isListOnly?: boolean
  /** What one is called. */
  title?: (row: Row) => string
  /** The names in the OpenAPI description of the bodies that create and change it, and where a create goes. */
  create?: string
  createAt?: string
  /** The fields of a create that are asked for; all where they are not named. */
  createAsks?: string[]
  /** What a create sends besides, and what its button says. */
  createSends?: Record<string, unknown>
  createLabel?: string
  update?: string
  /** What else can be done with one. */
  actions?: Action[]
  /** Fields that no form and no detail shows: the service fills them in, or they are for programs. */
  hides?: string[]
  /** What the list can be narrowed to: a parameter of the operation, and the field that it is about. */
  filters?: Record<string, string>
  hasSearch?: boolean
  /** An answer to a create that is shown once: the secret of a key. */
  secret?: string
  /** Where it stands in the settings, and what it is there for; others are in the menu. */
  setting?: { group: SettingGroup; says: string }
}

export const SETTING_GROUPS = ['People', 'Places', 'Data', 'Connections', 'Trust'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

const sellerStatus = (status: string): Omit<Action, 'label' | 'means'> => ({
  method: 'patch',
  at: '/api/sellers/{id}',
  body: 'UpdateSellerBody',
  asks: ['status_reason'],
  sends: { status },
})

export const RECORDS: RecordKind[] = [
  {
    path: 'sellers',
    many: 'Sellers',
    one: 'seller',
    reads: 'sellers.read',
    writes: 'sellers.write',
    list: '/api/sellers',
    shape: 'Seller',
    columns: ['company_name', 'seller_code', 'am_name', 'warehouse_name', 'contract_type', 'status'],
    create: 'CreateSellerBody',
    update: 'UpdateSellerBody',
    hides: ['status', 'status_reason', 'metadata'],
    filters: { status: 'status', am_id: 'assigned_am_id', warehouse_id: 'primary_warehouse_id' },
    asked: { status: 'all' },
    hasSearch: true,
    page: { to: '/sellers/$code', by: 'seller_code' },
    actions: [
      {
        label: 'Suspend',
        means: 'Its orders are not shipped from now on, until it is active again. Its scores stay.',
        ...sellerStatus('suspended'),
        when: ['active'],
        isGrave: true,
      },
      {
        label: 'Make active',
        means: 'Its orders are shipped again, and its months are scored.',
        ...sellerStatus('active'),
        when: ['suspended', 'terminated'],
      },
      {
        label: 'End the contract',
        means: 'Its orders are not shipped from now on, and it is not scored any more. Its scores stay.',
        ...sellerStatus('terminated'),
        when: ['active', 'suspended'],
        isGrave: true,
      },
    ],
  },
  {
    path: 'campaigns',
    many: 'Campaigns',
    one: 'campaign',
    reads: 'campaigns.read',
    writes: 'campaigns.write',
    list: '/api/campaigns',
    shape: 'Campaign',
    columns: ['campaign_name', 'campaign_code', 'campaign_type', 'start_date', 'end_date', 'status'],
    hides: ['created_by', 'status'],
    create: 'CreateCampaignBody',
    update: 'UpdateCampaignBody',
    filters: { status: 'status', type: 'campaign_type' },
    actions: [
      {
        label: 'Cancel the campaign',
        means: 'It stays in the list as cancelled; its forecasts no longer count.',
        needs: 'campaigns.write',
        method: 'delete',
        at: '/api/campaigns/{id}',
        when: ['upcoming', 'active'],
        isGrave: true,
      },
    ],
  },
  {
    path: 'users',
    many: 'Accounts',
    one: 'account',
    reads: 'users.read',
    writes: 'users.write',
    list: '/api/users',
    shape: 'User',
    columns: ['full_name', 'username', 'role', 'email', 'is_active'],
    create: 'CreateUserBody',
    update: 'UpdateUserBody',
    hides: ['password'],
    hasSearch: true,
    filters: { role: 'role', is_active: 'is_active' },
    setting: { group: 'People', says: 'Who signs in, and in which role' },
    actions: [
      {
        label: 'Let the person set a password',
        means:
          'A link is shown once. Whoever opens it within an hour sets a new password, and is signed out elsewhere.',
        at: '/api/users/{id}/password-reset',
        secret: 'token',
        link: RESET_PATH,
      },
      {
        label: 'Erase the person',
        means:
          'Name and address are removed everywhere, for good, and the account is closed. What the person did stays, without a name.',
        at: '/api/users/{id}/erase',
        isGrave: true,
      },
    ],
  },
  {
    path: 'account-managers',
    many: 'Account managers',
    one: 'account manager',
    reads: 'account-managers.read',
    writes: 'account-managers.write',
    list: '/api/sellers/am/list',
    single: '/api/sellers/am/{id}',
    shape: 'AccountManager',
    columns: ['name', 'email', 'sellers_count', 'is_active'],
    create: 'CreateAccountManagerBody',
    createAt: '/api/sellers/am/create',
    update: 'UpdateAccountManagerBody',
    setting: { group: 'People', says: 'Who looks after which sellers' },
  },
  {
    path: 'employees',
    many: 'Employees',
    one: 'employee',
    reads: 'employees.read',
    writes: 'employees.write',
    list: '/api/employees',
    shape: 'Employee',
    columns: ['full_name', 'employee_code', 'position', 'warehouse_name', 'is_active'],
    create: 'CreateEmployeeBody',
    update: 'UpdateEmployeeBody',
    hasSearch: true,
    filters: { warehouse_id: 'warehouse_id' },
    setting: { group: 'People', says: 'Who works where' },
    actions: [
      {
        label: 'Erase the person',
        means: 'Name and address are removed everywhere, for good.',
        at: '/api/employees/{id}/erase',
        isGrave: true,
      },
    ],
  },
  {
    path: 'warehouses',
    many: 'Warehouses',
    one: 'warehouse',
    reads: 'warehouses.read',
    writes: 'warehouses.write',
    list: '/api/warehouses',
    shape: 'Warehouse',
    columns: ['name', 'code', 'created_at', 'is_active'],
    create: 'CreateWarehouseBody',
    update: 'UpdateWarehouseBody',
    setting: { group: 'Places', says: 'Where the orders of sellers are made ready' },
  },
  {
    path: 'mappings',
    many: 'Field mappings',
    one: 'mapping',
    reads: 'sync.read',
    writes: 'sync.write',
    list: '/api/sync/mappings',
    shape: 'SyncMapping',
    columns: ['name', 'feed', 'description', 'updated_at'],
    create: 'CreateSyncMappingBody',
    createAsks: ['name', 'preset', 'description'],
    setting: { group: 'Data', says: 'How records of other systems are read' },
    actions: [
      {
        label: 'Delete the mapping',
        means: 'Pushes that name it are refused from now on.',
        method: 'delete',
        at: '/api/sync/mappings/{id}',
        isGrave: true,
      },
    ],
  },
  {
    path: 'corrections',
    many: 'Corrections',
    one: 'correction',
    reads: 'model.read',
    writes: 'scores.write',
    list: '/api/sos/monthly/corrections',
    shape: 'Correction',
    columns: ['period', 'reason', 'requested_by_name', 'changed', 'created_at', 'status'],
    create: 'RequestCorrectionBody',
    createAsks: ['period', 'reason', 'seller_codes'],
    createSends: { dry_run: true },
    createLabel: 'Show what would change',
    filters: { status: 'status' },
    page: { to: '/corrections/$id', by: 'id' },
    title: ({ period }) => monthOf(String(period)),
    setting: { group: 'Data', says: 'Months that were final and wrong' },
    actions: [
      {
        label: 'Apply',
        means:
          'The same is computed once more, and a second person has to approve it before a score changes.',
        at: '/api/sos/monthly/corrections',
        body: 'RequestCorrectionBody',
        asks: ['reason'],
        takes: ['period', 'seller_codes'],
        when: ['computed'],
        only: 'changed',
        opens: true,
      },
      {
        label: 'Approve',
        means:
          'The final scores below change for good, and every subscriber is told. The earlier ones are kept beside them.',
        at: '/api/sos/monthly/corrections/{id}/approve',
        body: 'ApproveCorrectionFields',
        when: ['proposed'],
        who: 'other',
        isGrave: true,
      },
      {
        label: 'Reject',
        means: 'No score changes.',
        at: '/api/sos/monthly/corrections/{id}/reject',
        body: 'ApproveCorrectionFields',
        when: ['proposed'],
        who: 'other',
      },
      {
        label: 'Take it back',
        means: 'No score changes.',
        at: '/api/sos/monthly/corrections/{id}/reject',
        when: ['proposed'],
        who: 'author',
      },
    ],
  },
  {
    path: 'api-keys',
    many: 'API keys',
    one: 'API key',
    reads: 'api-keys.read',
    writes: 'api-keys.write',
    list: '/api/auth/api-keys',
    shape: 'ApiKey',
    columns: ['name', 'prefix', 'username', 'role', 'expires_at', 'revoked_at'],
    create: 'CreateApiKeyBody',
    secret: 'key',
    setting: { group: 'Connections', says: 'What lets machines in' },
    isListOnly: true,
    actions: [
      {
        label: 'Revoke the key',
        means: 'Whatever uses it is refused at once, for good.',
        method: 'delete',
        at: '/api/auth/api-keys/{id}',
        unless: 'revoked_at',
        isGrave: true,
      },
    ],
  },
  {
    path: 'webhooks',
    many: 'Webhooks',
    one: 'subscription',
    reads: 'webhooks.read',
    writes: 'webhooks.write',
    list: '/api/webhooks',
    shape: 'WebhookSubscription',
    columns: ['name', 'url', 'events', 'created_at', 'status'],
    says: { events: ({ events }) => [events].flat().map(String).map(nameOf).join(', ') },
    hides: ['timeout_ms', 'max_concurrency', 'secret', 'headers', 'key_id', 'is_active'],
    create: 'CreateWebhookBody',
    update: 'UpdateWebhookBody',
    secret: 'secret',
    page: { to: '/webhooks/$id', by: 'id' },
    setting: { group: 'Connections', says: 'Which systems are told what happens' },
    actions: [
      {
        label: 'Send a ping',
        means: 'A test event is delivered at once.',
        at: '/api/webhooks/{id}/test',
      },
      {
        label: 'Replay',
        means:
          'Events of this time go to the subscriber again, each as it was. How many they are is said first.',
        at: '/api/webhooks/{id}/replay',
        body: 'ReplayWebhookBody',
        asks: ['since', 'until', 'event_types', 'only_failed'],
        tries: ({ events }) => `${plural(Number(events), 'event')} would be delivered again.`,
      },
      {
        label: 'Pause',
        means: 'Nothing is delivered until it is resumed. A replay sends later what happens meanwhile.',
        method: 'patch',
        at: '/api/webhooks/{id}',
        sends: { is_active: false },
        when: ['active'],
      },
      {
        label: 'Resume',
        means: 'What happens from now on is delivered again.',
        method: 'patch',
        at: '/api/webhooks/{id}',
        sends: { is_active: true },
        when: ['paused', 'disabled'],
      },
      {
        label: 'Renew the secret',
        means: 'The new one is shown once. The old one signs beside it for a while, so that nothing is lost.',
        at: '/api/webhooks/{id}/rotate-secret',
        secret: 'secret',
      },
      {
        label: 'End the subscription',
        means: 'Nothing is delivered any more, for good.',
        method: 'delete',
        at: '/api/webhooks/{id}',
        isGrave: true,
      },
    ],
  },
  {
    path: 'attempts',
    many: 'Deliveries',
    one: 'delivery',
    reads: 'webhooks.read',
    writes: 'webhooks.write',
    list: '/api/webhooks/logs',
    shape: 'WebhookAttemptDetail',
    columns: ['attempted_at', 'event_type', 'reason', 'duration_ms', 'status'],
    title: ({ event_type }) => nameOf(String(event_type)),
    hides: ['event_id', 'key_ids', 'request_headers', 'response_headers', 'address', 'signed', 'trigger'],
    filters: { subscription_id: 'subscription_id', event_type: 'event_type', status: 'status' },
    setting: { group: 'Connections', says: 'What webhooks were sent, and what they answered' },
    actions: [
      {
        label: 'Deliver again',
        means: 'The same event goes to the subscriber once more.',
        at: '/api/webhooks/logs/{id}/redeliver',
      },
    ],
  },
  {
    path: 'feeds',
    many: 'Feeds',
    one: 'feed',
    reads: 'sync.read',
    writes: 'sync.write',
    list: '/api/sync/status',
    isWhole: true,
    isListOnly: true,
    key: 'feed',
    shape: 'SyncStatusEntry',
    columns: ['feed', 'last_pushed_at', 'received', 'late', 'rejected'],
    says: { feed: ({ feed }) => nameOf(String(feed)) },
    title: ({ feed }) => nameOf(String(feed)),
    hides: ['last_user_id', 'repeated', 'feed'],
    setting: { group: 'Data', says: 'What other systems have sent, and when' },
  },
  {
    path: 'rejections',
    many: 'Refused records',
    one: 'refused record',
    reads: 'sync.read',
    writes: 'sync.write',
    list: '/api/sync/rejections',
    isListOnly: true,
    shape: 'SyncRejection',
    columns: ['key', 'error', 'feed', 'received_at'],
    title: ({ key, line }) => String(key ?? `Line ${line}`),
    hides: ['push_id', 'index'],
    filters: { feed: 'feed', from: 'received_at', to: 'received_at' },
    setting: { group: 'Data', says: 'What was not stored, and why' },
  },
  {
    path: 'audit',
    many: 'Audit log',
    one: 'entry',
    reads: 'audit.read',
    writes: 'audit.read',
    list: '/api/audit',
    shape: 'AuditEntry',
    columns: ['action', 'subject', 'full_name', 'at'],
    labels: { action: 'What', subject: 'To what', full_name: 'Who', at: 'When' },
    says: { action: deedOf, subject: subjectOf },
    title: deedOf,
    hides: ['before', 'after', 'action', 'entity', 'entity_id', 'username', 'full_name', 'request_id'],
    filters: { user_id: 'user_id', entity: 'entity', from: 'at', to: 'at' },
    isListOnly: true,
    setting: { group: 'Trust', says: 'Who did what, when, to what' },
  },
]

export const kindOf = (path: string) => RECORDS.find((kind) => kind.path === path)

/** A kind that there is. */
export const referredKind = (path: string) => kindOf(path) as RecordKind

/** The kind of record that a field names one of; a record’s own code names no other. */
export const kindReferred = ({ name, ...field }: Field, of?: RecordKind) =>
  RECORDS.find(({ list }) => list === field['x-refers'] && !(of?.list === list && name.endsWith('_code')))
