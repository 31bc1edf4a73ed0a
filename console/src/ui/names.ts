import type { Component } from '../api/types.ts'

export const COMPONENT_NAMES: Record<Component, string> = {
  p_score: 'Planning',
  o_score: 'Operations',
  t_score: 'Tickets',
  f_score: 'Finance',
  i_score: 'Inventory',
}

const NAMES: Record<string, string> = {
  ...COMPONENT_NAMES,
  forecast_error: 'Forecast error',
  forecast_bias: 'Forecast bias',
  forecast_lateness: 'Late forecasts',
  seller_cancel_rate: 'Cancelled by the seller',
  on_time_ready_rate: 'Ready on time',
  order_data_accuracy: 'Correct order data',
  seller_ticket_rate: 'Tickets per 100 orders',
  ticket_reply_rate: 'Replied in time',
  ticket_overdue_rate: 'Tickets overdue',
  days_beyond_terms: 'Days beyond terms',
  overdue_share: 'Overdue share',
  aged_stock_share: 'Aged stock',
  weeks_of_cover: 'Weeks of cover',
  stranded_stock_share: 'Stranded stock',
  am_id: 'Account manager',
  am_name: 'Account manager',
  assigned_am_id: 'Account manager',
  warehouse_name: 'Warehouse',
  company_name: 'Company',
  full_name: 'Name',
  campaign_name: 'Name',
  ops_head: 'Head of operations',
  am_head: 'Head of account management',
  bod: 'Board',
  admin: 'Administrator',
  am: 'Account manager',
}

/** `aged_stock_share` → `Aged stock`; a code without a name of its own loses its underscores: `Ready at`. */
export const nameOf = (code: string) =>
  NAMES[code] ?? sentenceCase(code.replace(/^is_|_id$/g, '').replaceAll(/[_.-]/g, ' '))

export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A sentence of the service, with names for its codes and at most two decimals. */
export const named = (sentence: string) =>
  sentence
    .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (code) => nameOf(code).toLowerCase())
    .replaceAll(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100))
