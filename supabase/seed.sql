-- `supabase db reset` runs this on a local stack, after the migrations. They bring all that the product needs to start
-- (settings, landing page, worth of a referral, buckets). Members, games and the feed come from `npm run demo`, through
-- the API, as real members would make them. So there is nothing to seed, and running this on a club in use is safe.
select 'the migrations hold everything that a new club starts with' as seed;
