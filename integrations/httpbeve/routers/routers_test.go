// Package routers holds httpbeve to the routers that services are built with. It is
// a module of its own, so that httpbeve requires none of them.
package routers

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

type greeting struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func greet(_ *http.Request, in greeting) (greeting, error) {
	if in.Name == "" {
		return in, httpbeve.Errorf(http.StatusUnprocessableEntity, "a name is missing")
	}
	return greeting{in.Name, "hello " + in.Name}, nil
}

// services has the same two routes in each router: /typed is a handler of httpbeve,
// /json one that speaks JSON in the router's own way, with the middleware in front.
func services() map[string]http.Handler {
	chiRouter := chi.NewRouter()
	chiRouter.Method(http.MethodPost, "/typed", httpbeve.Handle(greet))
	chiRouter.With(httpbeve.Middleware).Method(http.MethodPost, "/json", http.HandlerFunc(plainJSON))

	gin.SetMode(gin.ReleaseMode)
	ginRouter := gin.New()
	ginRouter.Use(gin.Recovery())
	ginRouter.POST("/typed", gin.WrapH(httpbeve.Handle(greet)))
	ginRouter.POST("/json", func(c *gin.Context) {
		var in greeting
		if err := c.ShouldBindJSON(&in); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
			return
		}
		c.JSON(http.StatusOK, greeting{in.Name, "hello " + in.Name})
	})

	echoRouter := echo.New()
	echoRouter.POST("/typed", echo.WrapHandler(httpbeve.Handle(greet)))
	echoRouter.POST("/json", func(c echo.Context) error {
		var in greeting
		if err := c.Bind(&in); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, greeting{in.Name, "hello " + in.Name})
	}, echo.WrapMiddleware(httpbeve.Middleware))

	return map[string]http.Handler{
		"chi": chiRouter,
		// gin has middleware of another kind: its engine is a http.Handler and goes
		// inside as a whole.
		"gin":  httpbeve.Middleware(ginRouter),
		"echo": echoRouter,
	}
}

func plainJSON(w http.ResponseWriter, r *http.Request) {
	in, err := httpbeve.Decode[greeting](w, r)
	if err != nil {
		httpbeve.Fail(w, r, err)
		return
	}
	_ = httpbeve.Respond(w, r, http.StatusOK, greeting{in.Name, "hello " + in.Name})
}

func Test(t *testing.T) {
	for name, service := range services() {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(service)
			defer server.Close()
			for _, route := range []string{"/typed", "/json"} {
				r, err := httpbeve.NewRequest(t.Context(), http.MethodPost, server.URL+route, greeting{Name: "Ada"})
				if err != nil {
					t.Fatal(err)
				}
				resp, err := server.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
				if got := resp.Header.Get("Content-Type"); got != httpbeve.TypeBEVE {
					t.Errorf("%s answers in %q", route, got)
				}
				got, err := httpbeve.Post[greeting](t.Context(), server.Client(), server.URL+route, greeting{Name: "Ada"})
				if err != nil || got.Text != "hello Ada" {
					t.Errorf("%s: %+v, %v", route, got, err)
				}
				_, err = httpbeve.Post[greeting](t.Context(), server.Client(), server.URL+route, map[string]any{"name": 3})
				if refused, ok := err.(*httpbeve.ResponseError); !ok || refused.Status != http.StatusBadRequest {
					t.Errorf("%s with a wrong body: %v", route, err)
				}
			}
		})
	}
}
