/** Whether a browser of an iPhone or iPad shows the app, and not the home screen. Only these have the property. */
export const isInSafari = (): boolean => 'standalone' in navigator && navigator.standalone === false
