import { Instance } from './instance.ts'

/**
 * Prepares the site that stories share, before the first of them. First steps earn nothing there: a story knows each point
 * of its members. `first-steps.spec.ts` has a site with the usual points.
 */
export default async function prepareSharedSite(): Promise<void> {
  await new Instance(process.env.E2E_URL ?? '').setStepPoints(0)
}
