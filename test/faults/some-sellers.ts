import { LAST_MONTH } from './scene.ts'

/** SQL that makes the user 1, of the board, an account manager, and so many sellers, `S-1` and so on. */
export const factsOf = (sellers: number) => `
  insert into users (username, full_name, role, is_seeded) values ('board', 'Board', 'bod', true);
  insert into account_managers (name, email) values ('Manager', 'manager@example.com');
  insert into sellers (seller_code, company_name, contract_start_date)
    select 'S-' || n, 'Seller ' || n, date '2020-01-01' from generate_series(1, ${sellers}) n;
  analyze`

/** The body of a surcharge of the n-th seller, of so many. */
export const surchargeOf = (n: number, sellers: number) => ({
  seller_code: `S-${1 + (n % sellers)}`,
  period: LAST_MONTH,
  surcharge_type: 'planning_overload',
  amount: 1,
})
