/** The places in which the demo's sellers keep their goods. */
export const WAREHOUSES = [
  { id: 1, code: 'WH-HAMBURG', name: 'Hamburg hub' },
  { id: 2, code: 'WH-LEIPZIG', name: 'Leipzig hub' },
  { id: 3, code: 'WH-VIENNA', name: 'Vienna hub' },
]
