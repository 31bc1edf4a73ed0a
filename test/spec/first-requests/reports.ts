import { LAST, NOW } from '../../setup/months.ts'
import type { FirstRequest } from './first-request.ts'

const stats = 'GET /api/dashboard/stats'

/** The dashboard, health and the documentation. */
// biome-ignore format: a table
export const reports: FirstRequest[] = [
  { title: 'reads the dashboard', at: stats, holds: { period: NOW, total_sellers: Number, tier_distribution: [{ tier_name: /./, count: Number }] } },
  { title: 'reads the dashboard of a month', at: `${stats}?period=${LAST}`, holds: { period: LAST } },
  { title: 'reads the dashboard of a warehouse', at: (the) => `${stats}?warehouse_id=${the.user.warehouse.warehouse_id}`, holds: { total_sellers: 1 } },
  { title: 'leaves the filters of the dashboard empty', at: `${stats}?period=&warehouse_id=`, holds: { period: NOW } },
  { title: 'reads the dashboard of a month that does not exist', at: `${stats}?period=2026-13`, status: 400, says: /period.*(2026-\d\d|YYYY-MM)/ },
  { title: 'reads the dashboard of a date', at: `${stats}?period=2026-01-01`, status: 400, says: /period.*(2026-\d\d|YYYY-MM)/ },
  { title: 'reads the dashboard of a warehouse that is a word', at: `${stats}?warehouse_id=north`, status: 400, says: /warehouse_id/ },
  { title: 'calls the period month', at: `${stats}?month=${LAST}`, status: 400, says: /month.*period/ },
  { title: 'is a viewer', at: stats, as: 'viewer', holds: { period: NOW } },
  { title: 'is a warehouse, who may not', at: stats, as: 'warehouse', status: 403 },
  { title: 'forgets who is asking', at: stats, as: null, status: 401 },
  { title: 'asks for health', at: 'GET /api/health', as: null, holds: { status: /./, module: /./, timestamp: /^\d{4}-\d\d-\d\dT/ } },
  { title: 'asks for health as a load balancer', at: 'GET /api/health?probe=lb&ts=1', as: null, holds: { status: /./ } },
  { title: 'asks for health with HEAD', at: 'HEAD /api/health', as: null },
  { title: 'asks for health as a user who does not exist', at: 'GET /api/health', as: null, headers: { 'x-user-id': '2147483647' }, holds: { status: /./ } },
  { title: 'reads the OpenAPI document', at: 'GET /openapi.json', as: null, holds: { openapi: /^3\.1/ } },
]
