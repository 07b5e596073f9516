import { supabase } from '../supabase.ts'

/** Topics that are joined at about the same time share a request. */
const TOGETHER_MS = 300
/** The database forgets a topic without messages after a minute at the earliest. */
const FORGOTTEN_MS = 60_000

let together: { topics: Set<string>; ages: Promise<ReadonlyMap<string, number>> } | undefined

/** Milliseconds since the topic's last message, at most a minute. */
export async function ageOfTopic(topic: string): Promise<number> {
  together ??= startTogether()
  together.topics.add(topic)
  const age = (await together.ages).get(topic)
  return Math.min(age ?? FORGOTTEN_MS, FORGOTTEN_MS)
}

function startTogether() {
  const topics = new Set<string>()
  const ages = new Promise<void>((resolve) => setTimeout(resolve, TOGETHER_MS)).then(() => {
    together = undefined
    return loadAges([...topics])
  })
  return { topics, ages }
}

async function loadAges(topics: string[]): Promise<ReadonlyMap<string, number>> {
  const client = await supabase()
  const { data } = await client.rpc('live_ages', { topics }).throwOnError()
  return new Map(data.map((row) => [row.topic, row.age_ms]))
}
