/** SQL: the means of the components of some monthly_scores, of those with data of their own; two decimals. */
export const COMPONENT_MEANS = `
  jsonb_build_object(
    'p_score', round(avg(p_score_raw) filter (where not 'p_score' = any(imputed)), 2),
    'o_score', round(avg(o_score_raw) filter (where not 'o_score' = any(imputed)), 2),
    't_score', round(avg(t_score_raw) filter (where not 't_score' = any(imputed)), 2),
    'f_score', round(avg(f_score_raw) filter (where not 'f_score' = any(imputed)), 2),
    'i_score', round(avg(i_score_raw) filter (where not 'i_score' = any(imputed)), 2))`

/** SQL: the mean total of the rated ones; two decimals. */
export const MEAN_TOTAL = 'round(avg(total_sos) filter (where is_rated), 2)'

/** SQL: the quartiles of their totals, an array of three. */
export const TOTAL_QUARTILES =
  'percentile_cont(array[0.25, 0.5, 0.75]) within group (order by total_sos) filter (where is_rated)'
