;; Prints, as JSON, an exception as Clojure's data, and the calls that the JVM reports.
(ns shop.stacks)

(defn pay [basket]
  (throw (ex-info "no basket" {:id 3})))

(defn run []
  (pay nil))

(defn quoted [text]
  (str \" (-> text (.replace "\\" "\\\\") (.replace "\"" "\\\"") (.replace "\n" "\\n")) \"))

(defn frame [^StackTraceElement call]
  (str "{\"module\":" (quoted (.getClassName call))
       ",\"function\":" (quoted (.getMethodName call))
       ",\"file\":" (quoted (.getFileName call))
       ",\"line\":" (.getLineNumber call) "}"))

(try
  (run)
  (catch Exception error
    (println (str "[{\"name\":\"Clojure\",\"exception_type\":\"clojure.lang.ExceptionInfo\",\"message\":\"no basket\",\"stack\":"
                  (quoted (pr-str error))
                  ",\"frames\":["
                  (clojure.string/join "," (map frame (.getStackTrace error)))
                  "]}]"))))
