/**
 * SQL: whether a month, YYYY-MM, ends before the contract of seller `s` begins. No month does where no date is known.
 */
export const isBeforeContract = (period: string) =>
  `coalesce(s.contract_start_date >= to_date(${period}, 'YYYY-MM') + interval '1 month', false)`

/** SQL: the monthly_scores that counts and means are of. Those of months before their seller's contract are in none. */
export const COUNTED_SCORES = '(select * from monthly_scores where not before_contract)'

/** SQL: the states of the scores of a month that count, a row each, which are read from indexes alone. */
export const countedStates = (period: string) => `
  (select status from monthly_scores where period = ${period}
   except all
   select status from monthly_scores where period = ${period} and before_contract)`
