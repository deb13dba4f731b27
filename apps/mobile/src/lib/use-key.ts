/** Runs an action at a key, while it is on; a phone without a keyboard has none. */
export function useKey(_name: string, _run: () => void, _isOn: boolean): void {}
