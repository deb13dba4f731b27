/** As lock.ts, in a browser, which has no lock of its own: the phone's is in front of it. */
export const canLock = async (): Promise<boolean> => false
export const isLockOn = (): boolean => false
export const setLockOn = (_isOn: boolean): void => {}
export const useLock = (): { isLocked: boolean; isCovered: boolean } => ({ isLocked: false, isCovered: false })
export const startLock = (): (() => void) => () => {}
export const unlock = async (): Promise<void> => {}
