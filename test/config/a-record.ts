/** Records that are right by themselves; a test makes them wrong. */
export const WEIGHTS = {
  name: 'W',
  contract_type: null,
  p_score: 20,
  o_score: 30,
  t_score: 15,
  f_score: 20,
  i_score: 15,
}
export const RULE = {
  metric: 'on_time_ready_rate',
  weight: 40,
  curve: [
    [80, 0],
    [98, 100],
  ],
}
export const TIER = { name: 'Diamond', rank: 7, min_score: 97, color: '#FFFFFF' }

const COMMON = [
  'id',
  'version',
  'is_active',
  'effective_from',
  'effective_to',
  'created_at',
  'updated_at',
  'updated_by',
  'identity',
  'in_force',
]
/** What a record says of its type, without what every record has. */
export const ownFields = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !COMMON.includes(name)))
