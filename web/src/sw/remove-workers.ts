/** Removes every worker of this site and their caches. What was shared with the app goes after an hour, as otherwise. */
export async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  const names = await caches.keys()
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...names.map((name) => caches.delete(name)),
  ])
}
