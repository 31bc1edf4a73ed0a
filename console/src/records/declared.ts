import type { Permission } from '../api/me.ts'

/** Something that can be done with a record: a button, what it means, and what is asked for before it is done. */
export interface Action {
  label: string
  means: string
  needs: Permission
  method: 'post' | 'patch' | 'delete'
  at: string
  /** The name of its body in the OpenAPI description, the fields of it that are asked for, and what is sent besides. */
  body?: string
  asks?: string[]
  sends?: Record<string, unknown>
  /** The statuses in which it can be done; all where there are none. */
  when?: string[]
  isGrave?: boolean
}

/** All that a simple record needs to have a list, a detail and forms. */
export interface RecordKind {
  /** Where its page is: `/records/warehouses`. */
  path: string
  many: string
  one: string
  reads: Permission
  writes: Permission
  /** The operation that lists it; one of it is under `list/{id}` unless `single` says otherwise. */
  list: string
  single?: string
  /** One of it can’t be asked for: it is looked up in the list. */
  isListOnly?: boolean
  columns: string[]
  /** The names in the OpenAPI description of the bodies that create and change it, and where a create goes. */
  create?: string
  createAt?: string
  update?: string
  /** What else can be done with one. */
  actions?: Action[]
  /** Fields of the bodies that no form shows: the service fills them in. */
  hides?: string[]
  /** Fields that hold the id of another record: that record’s path. */
  refs?: Record<string, string>
  /** What the list can be narrowed to. */
  filters?: Record<string, string[]>
  hasSearch?: boolean
  /** A field whose value opens a page of its own instead of the drawer. */
  page?: { to: '/sellers/$code'; by: string }
  /** An answer to a create that is shown once: the secret of a key. */
  secret?: string
  /** Belongs to the settings, not to the menu. */
  isSetting?: boolean
}

export const RECORDS: RecordKind[] = [
  {
    path: 'sellers',
    many: 'Sellers',
    one: 'seller',
    reads: 'sellers.read',
    writes: 'sellers.write',
    list: '/api/sellers',
    columns: ['company_name', 'seller_code', 'am_name', 'warehouse_name', 'contract_type', 'status'],
    create: 'CreateSellerBody',
    update: 'UpdateSellerBody',
    refs: { primary_warehouse_id: 'warehouses', assigned_am_id: 'account-managers' },
    filters: { status: ['active', 'suspended', 'terminated'] },
    hasSearch: true,
    page: { to: '/sellers/$code', by: 'seller_code' },
  },
  {
    path: 'appeals',
    many: 'Appeals',
    one: 'appeal',
    reads: 'appeals.read',
    writes: 'appeals.review-am',
    list: '/api/appeals',
    columns: [
      'company_name',
      'period',
      'component_appealed',
      'appeal_reason_type',
      'am_name',
      'expires_at',
      'status',
    ],
    filters: { status: ['pending', 'under_review', 'approved', 'partially_approved', 'rejected', 'expired'] },
    actions: [
      {
        label: 'Recommend',
        means: 'Head of account management decides on it.',
        needs: 'appeals.review-ops',
        method: 'patch',
        at: '/api/appeals/{id}/review-ops',
        body: 'ReviewAppealAsOpsBody',
        asks: ['decision', 'notes'],
        when: ['pending'],
      },
      {
        label: 'Decide',
        means: 'The score changes at once when it is approved.',
        needs: 'appeals.review-am',
        method: 'patch',
        at: '/api/appeals/{id}/review-am',
        body: 'ReviewAppealAsAmHeadBody',
        asks: ['decision', 'notes'],
        when: ['under_review'],
      },
      {
        label: 'Withdraw',
        means: 'It is taken back; the score stays as it is.',
        needs: 'appeals.withdraw',
        method: 'post',
        at: '/api/appeals/{id}/withdraw',
        when: ['pending', 'under_review'],
        isGrave: true,
      },
    ],
  },
  {
    path: 'surcharges',
    many: 'Surcharges',
    one: 'surcharge',
    reads: 'surcharges.read',
    writes: 'surcharges.write',
    list: '/api/surcharges',
    columns: ['company_name', 'period', 'surcharge_type', 'amount', 'status'],
    filters: { status: ['pending', 'applied', 'waived'] },
    actions: [
      {
        label: 'Apply',
        means: 'The amount is charged.',
        needs: 'surcharges.write',
        method: 'patch',
        at: '/api/surcharges/{id}',
        sends: { status: 'applied' },
        when: ['pending'],
      },
      {
        label: 'Waive',
        means: 'Nothing is charged, and a block that hangs on it ends.',
        needs: 'surcharges.write',
        method: 'patch',
        at: '/api/surcharges/{id}',
        body: 'UpdateSurchargeBody',
        asks: ['status_reason'],
        sends: { status: 'waived' },
        when: ['pending', 'applied'],
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
    columns: ['campaign_name', 'campaign_code', 'campaign_type', 'start_date', 'end_date', 'status'],
    hides: ['created_by', 'status'],
    create: 'CreateCampaignBody',
    update: 'UpdateCampaignBody',
    refs: { warehouses: 'warehouses' },
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
    filters: { status: ['upcoming', 'active', 'completed', 'cancelled'] },
  },
  {
    path: 'warehouses',
    many: 'Warehouses',
    one: 'warehouse',
    reads: 'warehouses.read',
    writes: 'warehouses.write',
    list: '/api/warehouses',
    columns: ['name', 'code', 'is_active', 'created_at'],
    create: 'CreateWarehouseBody',
    update: 'UpdateWarehouseBody',
    isSetting: true,
  },
  {
    path: 'users',
    many: 'Accounts',
    one: 'account',
    reads: 'users.read',
    writes: 'users.write',
    list: '/api/users',
    columns: ['full_name', 'username', 'role', 'email', 'is_active'],
    create: 'CreateUserBody',
    update: 'UpdateUserBody',
    hasSearch: true,
    isSetting: true,
    refs: {
      warehouse_id: 'warehouses',
      am_id: 'account-managers',
      seller_id: 'sellers',
      employee_id: 'employees',
    },
    filters: {
      role: [
        'bod',
        'admin',
        'ops_head',
        'am_head',
        'am',
        'warehouse',
        'finance',
        'system',
        'viewer',
        'seller',
      ],
    },
  },
  {
    path: 'account-managers',
    many: 'Account managers',
    one: 'account manager',
    reads: 'account-managers.read',
    writes: 'account-managers.write',
    list: '/api/sellers/am/list',
    single: '/api/sellers/am/{id}',
    columns: ['name', 'email', 'sellers_count', 'is_active'],
    create: 'CreateAccountManagerBody',
    createAt: '/api/sellers/am/create',
    update: 'UpdateAccountManagerBody',
    isSetting: true,
  },
  {
    path: 'employees',
    many: 'Employees',
    one: 'employee',
    reads: 'employees.read',
    writes: 'employees.write',
    list: '/api/employees',
    columns: ['full_name', 'employee_code', 'position', 'warehouse_name', 'is_active'],
    create: 'CreateEmployeeBody',
    update: 'UpdateEmployeeBody',
    refs: { warehouse_id: 'warehouses' },
    hasSearch: true,
    isSetting: true,
  },
  {
    path: 'api-keys',
    many: 'API keys',
    one: 'API key',
    reads: 'api-keys.read',
    writes: 'api-keys.write',
    list: '/api/auth/api-keys',
    columns: ['name', 'prefix', 'username', 'role', 'expires_at', 'revoked_at'],
    create: 'CreateApiKeyBody',
    refs: { user_id: 'users' },
    secret: 'key',
    isSetting: true,
    isListOnly: true,
    actions: [
      {
        label: 'Revoke the key',
        means: 'Whatever uses it is refused at once, for good.',
        needs: 'api-keys.write',
        method: 'delete',
        at: '/api/auth/api-keys/{id}',
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
    columns: ['url', 'status', 'events', 'created_at'],
    hides: ['timeout_ms', 'max_concurrency', 'secret'],
    create: 'CreateWebhookBody',
    update: 'UpdateWebhookBody',
    secret: 'secret',
    isSetting: true,
    actions: [
      {
        label: 'Send a ping',
        means: 'A test event is delivered at once.',
        needs: 'webhooks.write',
        method: 'post',
        at: '/api/webhooks/{id}/test',
      },
      {
        label: 'Replay',
        means: 'Past events are delivered again, with the ids that they had.',
        needs: 'webhooks.write',
        method: 'post',
        at: '/api/webhooks/{id}/replay',
        body: 'ReplayWebhookBody',
      },
      {
        label: 'End the subscription',
        means: 'Nothing is delivered any more.',
        needs: 'webhooks.write',
        method: 'delete',
        at: '/api/webhooks/{id}',
        isGrave: true,
      },
    ],
  },
]

export const kindOf = (path: string) => RECORDS.find((kind) => kind.path === path)

/** Another kind, which a field of a record refers to. */
export function referredKind(path: string): RecordKind {
  const kind = kindOf(path)
  if (!kind) throw new Error(`No record is declared as ${path}.`)
  return kind
}

/** What a record is called: its name, else its company’s, else its number. */
export const titleOf = (row: Row) =>
  String(row.name ?? row.full_name ?? row.campaign_name ?? row.company_name ?? row.url ?? row.id)

export type Row = Record<string, unknown> & { id: number }
