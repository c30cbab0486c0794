/**
 * Fills a workspace with decisions that went to review, in the order of their ids; every `$4`th of the `$3` is
 * still open. They have no input. `$1` is the tenant's uuid, `$2` the mode.
 */
export const seedReviewItems = `
WITH made AS MATERIALIZED (
  SELECT n, uuidv7() AS decision_id, uuidv7() AS id FROM generate_series(1, $3::int4) n
),
logged AS (
  INSERT INTO decisions (tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version,
    engine_version, latency_ms, input_tokens, reached_checks, prompt_redacted, tags, detail)
  SELECT $1::text::uuid, $2, decision_id, 'review', false, false, $1::text::uuid, 1, 'seeded', 4, 7, 4, false,
    '["real-person"]', json_build_object(
      'checks', json_build_array(json_build_object('check', 'real_person', 'routed', 'act',
        'action', json_build_object('type', 'review'), 'policyLine', 'checks.real_person.on_act', 'score', 0.6,
        'reviewScore', 0.6, 'actLine', 0.5, 'reviewLine', 0.3, 'adultLevel', null, 'version', 1,
        'onAct', json_build_object('type', 'review'), 'onReview', json_build_object('type', 'review'),
        'fired', json_build_array(), 'signals', json_build_array(), 'floors', json_build_array())),
      'decidedBy', null,
      'policySettings', json_build_object('youthCodedAdult', 'review', 'adultMaxLevel', 5),
      'actions', json_build_object('reviewId', 'rev_' || replace(id::text, '-', ''),
        'webhookEvents', json_build_array(), 'webhooksSuppressed', null))
  FROM made
)
INSERT INTO review_items (tenant_id, mode, id, decision_id, status, verdict, verdict_by, verdict_at)
SELECT $1::text::uuid, $2, id, decision_id,
  CASE WHEN n % $4::int4 = 0 THEN 'open' ELSE 'allowed' END,
  CASE WHEN n % $4::int4 = 0 THEN null ELSE 'allow' END,
  CASE WHEN n % $4::int4 = 0 THEN null ELSE 'operator' END,
  CASE WHEN n % $4::int4 = 0 THEN null ELSE now() END
FROM made`
