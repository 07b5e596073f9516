/** Ends the push messages of this browser: they are for the member who is signed in. */
export async function endPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    const subscription = await registration?.pushManager?.getSubscription()
    await subscription?.unsubscribe()
  } catch (error) {
    console.warn('push', error)
  }
}
